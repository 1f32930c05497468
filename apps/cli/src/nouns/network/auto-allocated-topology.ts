import {
  deleteAutoAllocatedTopology,
  getAutoAllocatedTopology,
} from '@nimbo/contracts/network/auto-allocated-topology'
import { ownProject } from '../../cloud/own-project.ts'
import { does, shows } from '../../grammar/declared.ts'
import { projectIn, projectOptions } from './network-kinds.ts'

const service = 'network'

export const autoAllocatedTopologyCommands = [
  shows({
    words: 'network auto allocated topology create',
    summary: 'Create the auto allocated topology for project',
    ...{ service, operation: getAutoAllocatedTopology },
    options: projectOptions,
    request: async (asked, session) => ({
      path: { project_id: (await projectIn(session, asked)) ?? (await ownProject(session)) },
    }),
  }),
  does({
    words: 'network auto allocated topology delete',
    summary: 'Delete auto allocated topology for project',
    ...{ service, operation: deleteAutoAllocatedTopology },
    options: projectOptions,
    request: async (asked, session) => ({
      path: { project_id: (await projectIn(session, asked)) ?? (await ownProject(session)) },
    }),
  }),
]
