import { bootFlow, type FlowLine } from '@nimbo/contracts/compute/boot-flow'
import type { SpanPlace } from './crash-plan.ts'

/** For lines whose span name also occurs in other roles, the role that is meant. */
const roles: Readonly<Record<number, string>> = {
  1: 'keystone',
  3: 'nova-api',
  4: 'nova-api',
  5: 'nova-api',
  24: 'neutron-server',
  26: 'cinder-api',
}

const placeOf = ({ line, span: { name } }: FlowLine): SpanPlace => {
  const service = roles[line]
  return service === undefined ? { name } : { name, service }
}

/** The nested spans that lead to this line of the boot flow. */
export const pathTo = (wanted: number): readonly [SpanPlace, ...SpanPlace[]] => {
  const found: FlowLine | undefined = bootFlow.find(({ line }) => line === wanted)
  if (found === undefined) throw new Error(`the boot flow has no line ${wanted}`)
  const { within } = found.span
  return within === undefined ? [placeOf(found)] : [...pathTo(within), placeOf(found)]
}
