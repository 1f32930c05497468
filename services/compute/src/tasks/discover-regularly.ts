import { type Reconciler, reconciler } from '@nimbo/durable/reconciler'
import type { Log } from '@nimbo/kernel/log'
import { type DiscoverDeps, discoverHosts } from '../app/hosts/discover-hosts.ts'

/** Periodically maps new compute hosts; undefined when the interval is 0 or less (disabled). */
export const discoverRegularly = (
  deps: DiscoverDeps & { readonly log: Log },
  everySeconds: number,
): Reconciler | undefined => {
  if (everySeconds <= 0) return undefined
  const discover = discoverHosts(deps)
  return reconciler({
    name: 'discover-hosts',
    everyMs: everySeconds * 1000,
    clock: deps.clock,
    log: deps.log,
    run: async () => {
      const found = await discover()
      if (found.length > 0) deps.log.info({ found }, 'new compute hosts are mapped to their cells')
    },
  })
}
