import type { ComponentType } from 'react'
import type { Session } from '../session/session.ts'
import type { Panel } from './panel.ts'
import type { AreaName } from './panels-context.ts'

/** An entry of the navigation, with its panel or page. */
export interface Entry {
  readonly area: AreaName
  /** Its heading: `area.<area>.<group>`. */
  readonly group: string
  /** Its path below the area, and its translation key (`panel.<name>`). */
  readonly name: string
  /** The type of the service it needs: hidden if the catalog has none. */
  readonly service?: string
  /** Whether to show it to the session. */
  readonly offered?: (session: Session) => boolean
  readonly panel?: () => Promise<Panel>
  /** Loads a page that is not a list. */
  readonly page?: () => Promise<ComponentType>
  /** Not in the navigation; other pages link to it. */
  readonly unlisted?: true
}
