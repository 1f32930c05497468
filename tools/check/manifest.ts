/** The `package.json` of a workspace, or of the repository. */
export interface Manifest {
  /** Relative to the repository's root; empty for the repository itself. */
  readonly folder: string
  readonly name: string
  /** Packages imported by product code. */
  readonly dependencies: readonly string[]
  /** Packages imported only by tests. */
  readonly devDependencies: readonly string[]
}

const namesIn = (field: unknown): readonly string[] =>
  typeof field === 'object' && field !== null ? Object.keys(field) : []

/** Parses a `package.json`. */
export const manifestOf = (folder: string, text: string): Manifest => {
  const { name, dependencies, devDependencies }: Record<string, unknown> = JSON.parse(text)
  return {
    folder,
    name: String(name),
    dependencies: namesIn(dependencies),
    devDependencies: namesIn(devDependencies),
  }
}
