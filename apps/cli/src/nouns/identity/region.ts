import {
  createRegion,
  deleteRegion,
  listRegions,
  showRegion,
  updateRegion,
} from '@nimbo/contracts/identity/regions'
import type { Kind } from '../../cloud/find.ts'
import { given, rowAt } from '../../cloud/json-values.ts'
import { many, one } from '../../grammar/command.ts'
import { deletes, does, lists, shows } from '../../grammar/declared.ts'
import { text } from '../../grammar/option.ts'
import type { Row } from '../../output/result.ts'

const service = 'identity'
const regionKind: Kind = {
  ...{ service, list: listRegions, show: showRegion, remove: deleteRegion, label: 'Region' },
}
const columns = { description: 'description', parent_region: 'parent_region_id', region: 'id' }
const thing = (reply: Row): Row => rowAt(reply, 'region')

const options = {
  parentRegion: text('<region-id>', 'Parent region (ID)'),
  description: text('<description>', 'Description of the region'),
}

export const regionCommands = [
  shows({
    words: 'region create',
    summary: 'Create new region',
    ...{ service, operation: createRegion, columns, thing, options },
    positionals: { id: one('<region-id>', 'New region ID') },
    request: ({ id, parentRegion, description }) => ({
      body: { region: given({ id, parent_region_id: parentRegion, description }) },
    }),
  }),
  lists({
    words: 'region list',
    summary: 'List regions',
    ...{ service, operation: listRegions },
    options: { parentRegion: text('<region-id>', 'List only the child regions of this region') },
    request: ({ parentRegion }) => ({ query: { parent_region_id: parentRegion } }),
    columns: { Region: 'id', 'Parent Region': 'parent_region_id', Description: 'description' },
  }),
  shows({
    words: 'region show',
    summary: 'Display region details',
    ...{ service, operation: showRegion, columns, thing },
    positionals: { region: one('<region-id>', 'Region to display') },
    request: ({ region }) => ({ path: { region_id: region } }),
  }),
  does({
    words: 'region set',
    summary: 'Set region properties',
    ...{ service, operation: updateRegion, options },
    positionals: { region: one('<region-id>', 'Region to modify') },
    request: ({ region, parentRegion, description }) => ({
      path: { region_id: region },
      body: { region: given({ parent_region_id: parentRegion, description }) },
    }),
  }),
  deletes('region delete', 'Delete region(s)', regionKind, many('<region-id>', 'Region ID(s) to delete')),
]
