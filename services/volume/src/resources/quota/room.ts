import { extension } from '../../api/extensions.ts'
import type { Room } from '../../api/room.ts'
import { quotaClasses } from './class/routes.ts'
import { createQuotaClasses } from './class/migration.ts'
import { quotaSets } from './routes.ts'

export const quotaRoom: Room = {
  routes: [...quotaSets, ...quotaClasses],
  extensions: [
    extension('os-quota-class-sets', 'Quota_classes', 'What projects without limits of their own may have'),
    extension('os-quota-sets', 'Quotas', 'Limits of a project'),
    extension('os-used-limits', 'UsedLimits', 'Limits of a project beside what it uses'),
  ],
  migrations: { '0005-quota-classes': createQuotaClasses },
}
