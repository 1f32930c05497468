import type { Route } from '@nimbo/http/route'
import type { HeatApp } from '../app/app.ts'
import { auditRoutes } from './audit.ts'
import { cfn } from './cfn.ts'
import { events } from './stacks/events.ts'
import { stackLists } from './stacks/list-stacks.ts'
import { outputs } from './stacks/outputs.ts'
import { redirects } from './stacks/redirects.ts'
import { resourceTypes } from './resource-types.ts'
import { resources } from './stacks/resources.ts'
import { root } from './root.ts'
import { serviceRoutes } from './services.ts'
import { signedSignals } from './signed-signals.ts'
import { snapshots } from './stacks/snapshots.ts'
import { softwareRoutes } from './software.ts'
import { stackActions } from './stacks/stack-actions.ts'
import { templates } from './templates.ts'
import { stacks } from './stacks/stacks.ts'

/** Every operation of the service with its handler. */
export const routes: readonly Route<HeatApp>[] = [
  root,
  ...stackLists,
  ...stacks,
  ...redirects,
  ...stackActions,
  ...resources,
  ...events,
  ...outputs,
  ...snapshots,
  ...signedSignals,
  cfn,
  ...templates,
  ...resourceTypes,
  ...softwareRoutes,
  ...serviceRoutes,
  ...auditRoutes,
]

export const operations = routes.map(({ operation }) => operation)
