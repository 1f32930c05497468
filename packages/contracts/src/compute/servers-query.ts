import { Type } from 'typebox'
import { strictFrom275 } from './query.ts'

/** May be repeated. */
const texts = Type.Optional(Type.Array(Type.String()))
/** Filters, sorting and pagination of server lists. */
export const ServersQuery = strictFrom275({
  ...{ limit: texts, marker: texts, sort_key: texts, sort_dir: texts, all_tenants: texts },
  ...{ deleted: texts, soft_deleted: texts, project_id: texts, tenant_id: texts, user_id: texts },
  ...{ uuid: texts, name: texts, display_name: texts, hostname: texts, description: texts },
  ...{ display_description: texts, status: texts, vm_state: texts, task_state: texts },
  ...{ power_state: texts, progress: texts, image: texts, image_ref: texts, kernel_id: texts },
  ...{ ramdisk_id: texts, flavor: texts, key_name: texts, reservation_id: texts, host: texts },
  ...{ node: texts, availability_zone: texts, launch_index: texts, root_device_name: texts },
  ...{ config_drive: texts, auto_disk_config: texts, access_ip_v4: texts, access_ip_v6: texts },
  ...{ ip: texts, ip6: texts, locked: texts, locked_by: texts, metadata: texts, tags: texts },
  ...{ 'tags-any': texts, 'not-tags': texts, 'not-tags-any': texts, created_at: texts },
  ...{ launched_at: texts, terminated_at: texts, 'changes-since': texts, 'changes-before': texts },
})
