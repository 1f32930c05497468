/** The ids in a text that separates them by commas. */
export const idsIn = (text: string | null | undefined): readonly string[] =>
  (text ?? '').split(',').flatMap((id) => (id.trim() === '' ? [] : [id.trim()]))
