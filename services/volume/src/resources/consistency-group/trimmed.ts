type Text = string | null | undefined

/** Name and description without blanks around them. */
export const trimmed = ({ name, description }: { readonly name?: Text; readonly description?: Text }) => ({
  name: name?.trim() ?? null,
  description: description?.trim() ?? null,
})
