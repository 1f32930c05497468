/** The ids in a comma-separated text. */
export const idsIn = (text: string | null | undefined): readonly string[] =>
  (text ?? '').split(',').flatMap((id) => (id.trim() === '' ? [] : [id.trim()]))
