import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import type { Row } from '../output/result.ts'
import { CliError } from './cli-error.ts'
import { isRow } from './json-values.ts'

export type Environment = Readonly<Record<string, string | undefined>>

const endings = ['yaml', 'yml', 'json']

/**
 * Paths of `clouds.yaml`, or of `secure.yaml`, in order: the file named by the environment, the working directory, the user's
 * configuration, the system's.
 */
const pathsOf = (base: 'clouds' | 'secure', env: Environment, cwd: string): readonly string[] => {
  const home = env.HOME ?? '/'
  const config = env.XDG_CONFIG_HOME ?? join(home, '.config')
  const folders = [cwd, join(config, 'openstack'), '/etc/openstack']
  const named = base === 'clouds' ? env.OS_CLIENT_CONFIG_FILE : env.OS_CLIENT_SECURE_FILE
  const usual = folders.flatMap((folder) => endings.map((ending) => join(folder, `${base}.${ending}`)))
  return [...(named ? [named] : []), ...usual]
}

const readIfThere = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) {
      return undefined
    }
    throw new CliError(`Cannot read ${path}: ${error instanceof Error ? error.message : error}`)
  }
}

const cloudsIn = (path: string, content: string): Row => {
  try {
    const file: unknown = parse(content)
    return isRow(file) && isRow(file.clouds) ? file.clouds : {}
  } catch {
    throw new CliError(`${path} is not YAML.`)
  }
}

/** The section of the cloud `name` in the first of these files that is there. */
const sectionIn = (paths: readonly string[], name: string): Row | undefined => {
  for (const path of paths) {
    const content = readIfThere(path)
    if (content === undefined) continue
    const cloud = cloudsIn(path, content)[name]
    return isRow(cloud) ? cloud : undefined
  }
  return undefined
}

const authIn = ({ auth }: Row): Row => (isRow(auth) ? auth : {})

/** The section of the cloud `name` in `clouds.yaml`, with what `secure.yaml`, which only the user can read, adds to it. */
export const readCloud = (name: string, env: Environment, cwd: string): Row => {
  const cloud = sectionIn(pathsOf('clouds', env, cwd), name)
  const secure = sectionIn(pathsOf('secure', env, cwd), name)
  if (cloud === undefined && secure === undefined) throw new CliError(`Cloud ${name} was not found.`)
  return { ...cloud, ...secure, auth: { ...authIn(cloud ?? {}), ...authIn(secure ?? {}) } }
}
