import { limitsOfIdentity } from '@nimbo/clients/limits-of-identity'
import { createApi } from '@nimbo/http/api'
import { defineEnforcer } from '@nimbo/policy/enforcer'
import { passiveService } from '@nimbo/service/passive-service'
import { serveApi } from '@nimbo/service/serve-api'
import type { RunningService, ServiceHost } from '@nimbo/service/service-host'
import { tracer } from '@nimbo/trace/tracer'
import { faultEnvelope, forbidden, invalidMessage, requireJson } from '../api/fault-envelope.ts'
import { payloadByAccept } from '../api/payload-by-accept.ts'
import type { KeyApp } from '../app/key-app.ts'
import { configuredMasterKeys, kekDirectory, masterKeysIn } from '../app/sealing/master-keys.ts'
import { vaultOf } from '../app/sealing/vault.ts'
import type { BarbicanConfig } from '../config.ts'
import { migrations } from '../db/migrations.ts'
import type { KeyTables } from '../db/tables.ts'
import { policies } from '../policies.ts'

/** Version documents need no token, so the API decides about authentication. */
const paste = `
[pipeline:barbican]
pipeline = cors http_proxy_to_wsgi request_id request_log faultwrap profiler authtoken barbican_app

[filter:authtoken]
delay_auth_decision = true

[app:barbican_app]
use = barbican_app
`

const openApp = async (host: ServiceHost, config: BarbicanConfig): Promise<KeyApp> => {
  const { kek } = config.simple_crypto_plugin
  const masterKeys =
    kek.length > 0 ? configuredMasterKeys(kek) : await masterKeysIn(await host.directory(kekDirectory))
  const db = await host.openDatabase<KeyTables>('barbican', migrations)
  const unified = limitsOfIdentity(host, { username: 'barbican', type: 'key-manager' })
  return { db, clock: host.clock, config, vault: vaultOf(masterKeys, host.clock), unified }
}

/** Starts the key manager's API; any number of processes can share its database, given the same keys. */
export const startBarbicanApi = async (
  host: ServiceHost,
  { config }: { readonly config: BarbicanConfig },
): Promise<RunningService> => {
  const spans = tracer('barbican-api', host.spans)
  const app = await openApp(host, config)
  const loadDescribed = async () => import('../api/described.ts')
  const { versions } = await import('../api/versions.ts')
  const api = createApi<KeyApp>({
    name: 'key-manager',
    app,
    routes: async () => (await loadDescribed()).routes,
    authorizer: defineEnforcer({ defaults: policies, policyYaml: host.override('barbican', 'policy.yaml') }),
    tracer: spans,
    microversions: versions,
    requireForm: requireJson,
    forbidden,
    invalid: invalidMessage,
  })
  return passiveService(
    serveApi(host, {
      service: 'barbican',
      paste,
      main: 'barbican',
      apps: { barbican_app: payloadByAccept(api) },
      described: async () => (await loadDescribed()).described,
      tracer: spans,
      faults: {
        envelope: faultEnvelope,
        unexpected: 'System failure seen - please contact site administrator.',
      },
    }),
  )
}
