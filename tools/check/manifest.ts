/** What the `package.json` of a workspace, or of the repository, says. */
export interface Manifest {
  /** From the root of the repository; empty for the repository itself. */
  readonly folder: string
  readonly name: string
  /** Packages that what ships imports. */
  readonly dependencies: readonly string[]
  /** Packages that only tests import. */
  readonly devDependencies: readonly string[]
}

const namesIn = (field: unknown): readonly string[] =>
  typeof field === 'object' && field !== null ? Object.keys(field) : []

/** Reads a `package.json`. */
export const manifestOf = (folder: string, text: string): Manifest => {
  const { name, dependencies, devDependencies }: Record<string, unknown> = JSON.parse(text)
  return {
    folder,
    name: String(name),
    dependencies: namesIn(dependencies),
    devDependencies: namesIn(devDependencies),
  }
}
