/** Values by name, of a form, a path or a query. */
export type Values = Readonly<Record<string, unknown>>
