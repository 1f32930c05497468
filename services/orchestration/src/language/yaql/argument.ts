/** A lazily evaluated argument; `$` stands for the values passed. */
export type Argument = (...dollars: readonly unknown[]) => unknown
