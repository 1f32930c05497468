import type { Item } from '../../panel/item.ts'
import type { TabSpec } from '../../panel/panel.ts'
import { metricsTab } from '../telemetry/metrics-tab.ts'

const within = ({ id }: Item) => ({ path: { server_id: id } })

/** The tabs of a server. */
export const serverTabs: readonly TabSpec[] = [
  { id: 'flow', load: async () => (await import('../../flow/flow-tab.tsx')).FlowTab },
  { id: 'interfaces', panel: 'server-interfaces', within },
  { id: 'security-groups', panel: 'server-security-groups', within },
  { id: 'volumes', panel: 'server-volumes', within },
  metricsTab,
  { id: 'actions', panel: 'server-events', within },
  { id: 'screen', load: async () => (await import('../../consoles/screen-tab.tsx')).ScreenTab },
  { id: 'serial', load: async () => (await import('../../consoles/serial-tab.tsx')).SerialTab },
  { id: 'log', load: async () => (await import('../../server/console-log.tsx')).ConsoleLog },
]
