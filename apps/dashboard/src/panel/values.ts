/** Values by name: what a form holds, what a path or a query is given. */
export type Values = Readonly<Record<string, unknown>>
