import { readIni } from '@nimbo/config/read-ini'
import type { SwiftConfig } from '../../config.ts'
import type { RootSecrets } from '../../domain/encryption/root-secrets.ts'

const fewestBytes = 32
const option = 'encryption_root_secret'

/** The configured root secrets, from `swift.conf` or from a separate file with stricter permissions. */
interface Said {
  readonly at: string
  readonly secrets: ReadonlyMap<string, string>
  readonly active: string
}

const saidIn = (path: string): Said => {
  const said = new Map(
    readIni(path).flatMap(({ section, key, text }) =>
      section === 'keymaster' ? [[key, text] as const] : [],
    ),
  )
  const secrets = [...said].flatMap(([key, text]) => {
    const [, id] = /^encryption_root_secret(?:_([A-Za-z0-9_.-]+))?$/.exec(key) ?? []
    return key.startsWith(option) ? [[id ?? '', text] as const] : []
  })
  return { at: path, secrets: new Map(secrets), active: said.get('active_root_secret_id') ?? '' }
}

const saidOf = (config: SwiftConfig['filter:keymaster']): Said | undefined => {
  const { keymaster_config_path: path, encryption_root_secret: secret } = config
  const { active_root_secret_id: active } = config
  if (path !== undefined) {
    if (secret !== undefined || active !== undefined)
      throw new Error('keymaster_config_path is set, but there are other options of the keymaster besides')
    return saidIn(path)
  }
  if (secret === undefined) return undefined
  return { at: 'swift.conf', secrets: new Map([['', secret]]), active: active ?? '' }
}

const decoded = (at: string, id: string, text: string): Buffer => {
  const secret = /^[A-Za-z0-9+/\s]+=*$/.test(text.trim()) ? Buffer.from(text, 'base64') : Buffer.alloc(0)
  if (secret.length < fewestBytes)
    throw new Error(
      `${option}${id === '' ? '' : `_${id}`} in ${at} must be a base64 encoding of at least ${fewestBytes} raw bytes`,
    )
  return secret
}

/**
 * The configured root secrets; undefined if there are none, so that nothing is or was encrypted. Throws on invalid secrets and
 * when the active one is missing.
 */
export const rootSecretsOf = (config: SwiftConfig): RootSecrets | undefined => {
  const said = saidOf(config['filter:keymaster'])
  if (said === undefined) return undefined
  const byId = new Map([...said.secrets].map(([id, text]) => [id, decoded(said.at, id, text)]))
  if (!byId.has(said.active))
    throw new Error(`No secret loaded for active_root_secret_id ${said.active === '' ? 'None' : said.active}`)
  return { byId, active: config['filter:encryption'].disable_encryption ? undefined : said.active }
}
