const id = /^[0-9a-f-]{32,36}$/i

/** The CSS class that shortens an id in lists of items without a name; the title contains the whole id. */
export const idClass = (text: string): { readonly className: string; readonly title: string } | undefined =>
  id.test(text) ? { className: 'nimbo-id', title: text } : undefined
