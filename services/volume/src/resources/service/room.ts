import { extension } from '../../api/extensions.ts'
import type { Room } from '../../api/room.ts'
import { clusters } from './clusters/routes.ts'
import { hosts } from './hosts/routes.ts'
import { logs } from './logs/routes.ts'
import { addFrozen } from './migration.ts'
import { services } from './routes.ts'
import { workers } from './workers/routes.ts'

export const serviceRoom: Room = {
  routes: [...services, ...hosts, ...clusters, ...workers, ...logs],
  extensions: [
    extension('os-availability-zone', 'AvailabilityZones', 'Availability zones of the service'),
    extension('os-services', 'Services', 'The processes of the service'),
    extension('scheduler-stats', 'Scheduler_stats', 'What pools have, as the scheduler sees them'),
    extension('capabilities', 'Capabilities', 'What a back end can do'),
    extension('os-hosts', 'Hosts', 'The hosts of the service'),
  ],
  migrations: { '0014-frozen-services': addFrozen },
}
