import type { ServerDraft } from './server-draft.ts'

/** Encodes user data as Base64. */
const base64 = (text: string): string => {
  let bytes = ''
  for (const byte of new TextEncoder().encode(text)) bytes += String.fromCharCode(byte)
  return btoa(bytes)
}

/** The block device mapping of the boot volume; undefined if the server boots from a local disk. */
const bootDevice = ({
  source,
  sourceId,
  volumeSize,
}: ServerDraft): Readonly<Record<string, unknown>> | undefined => {
  if (source === 'image' && volumeSize === undefined) return undefined
  return {
    ...{ boot_index: 0, uuid: sourceId, source_type: source, destination_type: 'volume' },
    ...(volumeSize === undefined ? {} : { volume_size: volumeSize }),
    delete_on_termination: source !== 'volume',
  }
}

/** The request body that creates the servers of a draft. */
export const serverBody = (draft: ServerDraft): unknown => {
  const device = bootDevice(draft)
  const { networkIds, groupNames, metadata } = draft
  return {
    server: {
      ...{ name: draft.name, flavorRef: draft.flavorId },
      ...(draft.count > 1 ? { min_count: draft.count, max_count: draft.count } : {}),
      ...(draft.description ? { description: draft.description } : {}),
      ...(draft.zone ? { availability_zone: draft.zone } : {}),
      ...(device ? { block_device_mapping_v2: [device] } : { imageRef: draft.sourceId }),
      networks: networkIds.length > 0 ? networkIds.map((uuid) => ({ uuid })) : 'auto',
      ...(groupNames.length > 0 ? { security_groups: groupNames.map((name) => ({ name })) } : {}),
      ...(draft.keyName ? { key_name: draft.keyName } : {}),
      ...(draft.userData ? { user_data: base64(draft.userData) } : {}),
      ...(Object.keys(metadata).length > 0 ? { metadata } : {}),
      ...(draft.configDrive ? { config_drive: true } : {}),
    },
    ...(draft.groupId ? { 'os:scheduler_hints': { group: draft.groupId } } : {}),
  }
}
