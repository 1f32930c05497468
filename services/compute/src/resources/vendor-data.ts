import { readFile } from 'node:fs/promises'
import type { HostedServer } from '@nimbo/contracts/compute-rpc/hosted-server'
import { messageOf } from '@nimbo/kernel/errors'
import type { JsonObject } from '@nimbo/kernel/json'
import type { Log } from '@nimbo/kernel/log'
import type { VendorDataOptions } from '../domain/guest-data/vendor-data-options.ts'

/** The data that the operator gives to guests. */
export interface VendorData {
  /** `vendor_data.json`: the same for all servers. */
  fixed(): Promise<JsonObject>
  /** `vendor_data2.json`: the fixed data, and the answers of services about the server. */
  all(server: HostedServer): Promise<JsonObject>
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A service, and the name under which its answer appears. */
interface Target {
  readonly name: string
  readonly url: string
}

const targetOf = (text: string): Target | undefined => {
  const at = text.indexOf('@')
  const [name, url] = [text.slice(0, at).trim(), text.slice(at + 1).trim()]
  return at < 0 || name === '' || url === '' ? undefined : { name, url }
}

/**
 * The request body that describes a server to a service. Unlike Nova's it has no roles, because the roles of a server's
 * creator are not stored.
 */
const described = (server: HostedServer): string =>
  JSON.stringify({
    'project-id': server.projectId,
    'instance-id': server.id,
    'image-id': server.image?.id ?? null,
    'user-data': server.userData ?? null,
    hostname: server.hostname,
    metadata: server.metadata,
  })

const ask = async (
  { url }: Target,
  server: HostedServer,
  options: VendorDataOptions,
): Promise<JsonObject> => {
  const { vendordata_dynamic_connect_timeout: connect, vendordata_dynamic_read_timeout: read } = options
  const reply = await fetch(url, {
    method: 'POST',
    body: described(server),
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      'user-agent': 'openstack-nova-vendordata',
    },
    signal: AbortSignal.timeout((connect + read) * 1000),
    redirect: 'manual',
  })
  const text = await reply.text()
  if (!reply.ok) throw new Error(`it answered ${reply.status}`)
  const said: unknown = text === '' ? {} : JSON.parse(text)
  if (!isObject(said)) throw new Error('it answered with no JSON object')
  return said
}

/** Vendor data according to the options `[api] vendordata_*`. A file that cannot be read counts as empty, as in Nova. */
export const vendorData = (options: VendorDataOptions, log: Log): VendorData => {
  const { vendordata_providers: providers, vendordata_jsonfile_path: file } = options
  const { vendordata_dynamic_failure_fatal: fatal } = options

  const fixed = async (): Promise<JsonObject> => {
    if (file === undefined || !providers.includes('StaticJSON')) return {}
    try {
      const content: unknown = JSON.parse(await readFile(file, 'utf8'))
      if (isObject(content)) return content
      log.warn({ file }, 'the file of vendor data does not contain a JSON object')
    } catch (error) {
      log.warn({ file, error }, 'the file of vendor data cannot be read')
    }
    return {}
  }

  const dynamic = async (server: HostedServer): Promise<JsonObject> => {
    const said = new Map<string, JsonObject>()
    for (const text of options.vendordata_dynamic_targets) {
      const target = targetOf(text)
      if (target === undefined || said.has(target.name)) {
        log.warn({ target: text }, 'a target of vendor data has no name or URL, or its name is used twice')
        continue
      }
      const answer = await ask(target, server, options).catch((cause: unknown) => {
        const reason = `vendor data of ${target.name}: ${messageOf(cause)}`
        if (fatal) throw new Error(reason, { cause })
        log.warn({ serverId: server.id, target: text, error: cause }, 'a service for vendor data failed')
        return {}
      })
      said.set(target.name, answer)
    }
    return Object.fromEntries(said)
  }

  return {
    fixed,
    all: async (server) => ({
      ...(providers.includes('DynamicJSON') ? await dynamic(server) : {}),
      ...(providers.includes('StaticJSON') ? { static: await fixed() } : {}),
    }),
  }
}
