import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { messageOf } from '@nimbo/kernel/errors'
import type { Log } from '@nimbo/kernel/log'
import { errors } from '../../domain/hosts/provider-config-errors.ts'
import { readProviderConfig } from '../../domain/hosts/provider-config-file.ts'
import { type ProviderConfigs, providerConfigs } from '../../domain/hosts/provider-configs.ts'

const filesIn = async (directory: string, log: Log): Promise<readonly string[]> => {
  try {
    return (await readdir(directory)).filter((name) => name.endsWith('.yaml')).sort()
  } catch (error) {
    // Most hosts have no such directory.
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT'))
      log.warn({ directory, error }, 'no provider config is used, because the directory cannot be read')
    return []
  }
}

const textOf = async (path: string): Promise<string> => {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    throw errors.ProviderConfigException({
      error: `Unable to read yaml config file: ${path} (${messageOf(error)})`,
    })
  }
}

/** Reads the files of `[compute] provider_config_location`. Throws `ProviderConfigException` if one of them is wrong. */
export const readProviderConfigs = async (directory: string, log: Log): Promise<ProviderConfigs> => {
  const entries = []
  for (const file of await filesIn(directory, log))
    for (const entry of readProviderConfig(file, await textOf(join(directory, file)))) {
      if (entry.traits.length > 0 || Object.keys(entry.inventories).length > 0) entries.push(entry)
      else
        log.warn(
          { file, provider: entry.provider },
          'a provider without additional inventories or traits is ignored',
        )
    }
  return providerConfigs(entries)
}
