const id = /^[0-9a-f-]{32,36}$/i

/** The class that shortens an id where things without a name are listed; the whole of it is in the title. */
export const idClass = (text: string): { readonly className: string; readonly title: string } | undefined =>
  id.test(text) ? { className: 'nimbo-id', title: text } : undefined
