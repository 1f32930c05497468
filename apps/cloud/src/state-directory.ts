import { constants } from 'node:fs'
import { access, mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { UserError } from '@nimbo/kernel/user-error'

/** Written into the directory; a Nimbo refuses one that a newer layout has written. */
const layoutVersion = 1
const versionFile = 'version'

/** Everything a cloud keeps on disk stands below one directory. */
export interface StateDirectory {
  readonly path: string
  /** Path of a file in it. */
  file(name: string): string
  /** Makes (if need be) a directory in it, readable by its owner alone unless `mode` says otherwise. */
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

/** Says in one line why `path` cannot hold a cloud; makes nothing. */
export const checkStateDirectory = async (path: string): Promise<void> => {
  const ground = await nearestExisting(resolve(path))
  const isDirectory = (await stat(ground)).isDirectory()
  const writable = await access(ground, constants.W_OK | constants.X_OK).then(
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

/** Makes the directory if it is not there, and changes nothing in it; call {@link checkStateDirectory} before. */
export const makeStateDirectory = async (path: string): Promise<StateDirectory> => {
  const root = resolve(path)
  // Others may pass through, since QEMU runs as a user of its own, but not look around.
  await mkdir(root, { recursive: true, mode: 0o711 })
  const directory = async (name: string, mode = 0o700): Promise<string> => {
    const made = join(root, name)
    await mkdir(made, { recursive: true, mode })
    return made
  }
  return { path: root, file: (name) => join(root, name), directory }
}

/** Says in the directory which layout it has, unless it says so already. */
export const markLayout = async (state: StateDirectory): Promise<void> => {
  const [file, text] = [state.file(versionFile), `${layoutVersion}\n`]
  // To write is to empty first, and on a full disk it ends there.
  if ((await readFile(file, 'utf8').catch(() => '')) !== text) await writeFile(file, text)
}

/** Makes the directory if it is not there, with its layout. */
export const openStateDirectory = async (path: string): Promise<StateDirectory> => {
  const state = await makeStateDirectory(path)
  await markLayout(state)
  return state
}
