/** What a story reads of a reply, as a client without types does: any part of it, and it fails where that is not there. */
// biome-ignore lint/suspicious/noExplicitAny: a type would claim what the story is there to find out
export type Loose = any
