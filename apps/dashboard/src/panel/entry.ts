import type { ComponentType } from 'react'
import type { Session } from '../session/session.ts'
import type { Panel } from './panel.ts'
import type { AreaName } from './panels-context.ts'

/** A line of the navigation, and what comes when one follows it. */
export interface Entry {
  readonly area: AreaName
  /** The heading it stands under: `area.<group>`. */
  readonly group: string
  /** Its address below the area, and the word for it (`panel.<name>`). */
  readonly name: string
  /** The service it is about: a cloud without that service has no such line. */
  readonly service?: string
  /** Who else has no such line. */
  readonly offered?: (session: Session) => boolean
  readonly panel?: () => Promise<Panel>
  /** A page that is no list. */
  readonly page?: () => Promise<ComponentType>
  /** Reached from other pages alone. */
  readonly unlisted?: true
}
