import { shellWord } from '../form/command-line.ts'
import type { ServerDraft } from './server-draft.ts'

/** The CLI command that creates the servers of a draft. */
export const serverCommand = (draft: ServerDraft): string => {
  const option = (name: string, value: string | undefined): readonly string[] =>
    value ? [`--${name}`, shellWord(value)] : []
  return [
    'openstack server create',
    ...option(draft.source, draft.sourceId),
    ...option('boot-from-volume', draft.volumeSize === undefined ? undefined : String(draft.volumeSize)),
    ...option('flavor', draft.flavorId),
    ...draft.networkIds.flatMap((id) => option('network', id)),
    ...draft.groupNames.flatMap((name) => option('security-group', name)),
    ...option('key-name', draft.keyName),
    ...option('availability-zone', draft.zone),
    ...option('hint', draft.groupId && `group=${draft.groupId}`),
    ...Object.entries(draft.metadata).flatMap(([name, value]) =>
      option('property', `${name}=${String(value)}`),
    ),
    ...option('min', draft.count > 1 ? String(draft.count) : undefined),
    ...option('max', draft.count > 1 ? String(draft.count) : undefined),
    ...(draft.configDrive ? ['--config-drive true'] : []),
    shellWord(draft.name || 'NAME'),
  ].join(' ')
}
