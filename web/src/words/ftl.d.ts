declare module "*.ftl" {
  import type { Message } from "@fluent/bundle";
  /** The messages of a file, as they were read when the page was built. */
  export type Read = [id: string, value: Message["value"]][];
  const messages: Read;
  export default messages;
}
