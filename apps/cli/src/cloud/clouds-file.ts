import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import type { Row } from '../output/result.ts'
import { CliError } from './cli-error.ts'
import { isRow } from './json-values.ts'

export type Environment = Readonly<Record<string, string | undefined>>

const names = ['clouds.yaml', 'clouds.yml', 'clouds.json']

/**
 * Paths of `clouds.yaml` in order: the file named by the environment, the working directory, the user's configuration, the
 * system's.
 */
const cloudsFilePaths = (env: Environment, cwd: string): readonly string[] => {
  const home = env.HOME ?? '/'
  const config = env.XDG_CONFIG_HOME ?? join(home, '.config')
  const folders = [cwd, join(config, 'openstack'), '/etc/openstack']
  const named = env.OS_CLIENT_CONFIG_FILE
  return [...(named ? [named] : []), ...folders.flatMap((folder) => names.map((name) => join(folder, name)))]
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

/** The section of the cloud `name` in the first `clouds.yaml` found. */
export const readCloud = (name: string, env: Environment, cwd: string): Row => {
  for (const path of cloudsFilePaths(env, cwd)) {
    const content = readIfThere(path)
    if (content === undefined) continue
    const cloud = cloudsIn(path, content)[name]
    if (isRow(cloud)) return cloud
    break
  }
  throw new CliError(`Cloud ${name} was not found.`)
}
