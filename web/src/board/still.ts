/**
 * Stands in for `d3-transition`, which `d3-zoom` asks to stop what it has set in motion. Nothing is set in motion by it here: a
 * tenth of the script is saved.
 */
import { selection } from "d3-selection";

Object.assign(selection.prototype, {
  interrupt(this: unknown) {
    return this;
  },
});

export const interrupt = () => {};
