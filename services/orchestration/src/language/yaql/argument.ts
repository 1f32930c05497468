/** An argument that is worked out when it is wanted, with `$` standing for the values given. */
export type Argument = (...dollars: readonly unknown[]) => unknown
