import { constants } from 'node:fs'
import { access, mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { UserError } from '@nimbo/kernel/user-error'

/** The version of the directory's layout, written into it; Nimbo refuses a directory with a newer one. */
const layoutVersion = 1
const versionFile = 'version'

/** The directory with all files of a cloud. */
export interface StateDirectory {
  readonly path: string
  /** The path of a file in it. */
  file(name: string): string
  /** Creates a directory in it unless it exists, readable by its owner only unless `mode` says otherwise. */
  directory(name: string, mode?: number): Promise<string>
}

/** `${XDG_STATE_HOME:-~/.local/state}/nimbo` */
export const defaultStateDirectory = (env: NodeJS.ProcessEnv): string =>
  join(env.XDG_STATE_HOME || join(homedir(), '.local', 'state'), 'nimbo')

const exists = async (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

const nearestExisting = async (path: string): Promise<string> => {
  let current = path
  while (!(await exists(current))) current = dirname(current)
  return current
}

/** Throws a one-line error when `path` cannot be used as a state directory; creates nothing. */
export const checkStateDirectory = async (path: string): Promise<void> => {
  const existing = await nearestExisting(resolve(path))
  const isDirectory = (await stat(existing)).isDirectory()
  const writable = await access(existing, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  )
  if (!isDirectory || !writable) throw new UserError(`the state directory ${path} is not writable`)
  const version = await readFile(join(path, versionFile), 'utf8').catch(() => undefined)
  if (version !== undefined && Number(version) > layoutVersion) {
    throw new UserError(
      `the state directory ${path} was written by a newer Nimbo (layout ${version.trim()}, this one knows ${layoutVersion})`,
    )
  }
}

/** Creates the directory unless it exists, and changes nothing in it; call {@link checkStateDirectory} before. */
export const makeStateDirectory = async (path: string): Promise<StateDirectory> => {
  const root = resolve(path)
  // Others may enter but not list it, since QEMU runs as a user of its own.
  await mkdir(root, { recursive: true, mode: 0o711 })
  const directory = async (name: string, mode = 0o700): Promise<string> => {
    const made = join(root, name)
    await mkdir(made, { recursive: true, mode })
    return made
  }
  return { path: root, file: (name) => join(root, name), directory }
}

/** Writes the layout version into the directory unless it is there. */
export const markLayout = async (state: StateDirectory): Promise<void> => {
  const [file, text] = [state.file(versionFile), `${layoutVersion}\n`]
  // Written only when it differs: writing truncates the file first, and then fails on a full disk.
  if ((await readFile(file, 'utf8').catch(() => '')) !== text) await writeFile(file, text)
}

/** Creates the directory with its layout version unless it exists. */
export const openStateDirectory = async (path: string): Promise<StateDirectory> => {
  const state = await makeStateDirectory(path)
  await markLayout(state)
  return state
}
