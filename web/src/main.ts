import { mount } from "svelte";
import App from "./App.svelte";
import "./theme.css";
import { speakToReader } from "./words";

const target = document.getElementById("app");
await speakToReader();
if (target) mount(App, { target });
