import { extension } from '../../api/extensions.ts'
import type { Room } from '../../api/room.ts'
import { services } from './routes.ts'

export const serviceRoom: Room = {
  routes: services,
  extensions: [
    extension('os-availability-zone', 'AvailabilityZones', 'Availability zones of the service'),
    extension('os-services', 'Services', 'The processes of the service'),
    extension('scheduler-stats', 'Scheduler_stats', 'What pools have, as the scheduler sees them'),
  ],
}
