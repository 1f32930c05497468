/** What survives a trip through JSON: the only thing that crosses a process or a database column. */
export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [key: string]: Json | undefined }

export type JsonObject = { readonly [key: string]: Json | undefined }
