import type { Kysely } from 'kysely'
import { instant } from './flow-record.ts'
import type { FlowTables } from './flow-tables.ts'
import { unfinished } from './unfinished.ts'

/** Numbers of flows by name and state: `late` ones are past their deadline, `abandoned` ones are due without a worker. */
export interface FlowCount {
  readonly flow: string
  readonly state: 'running' | 'parked' | 'unwinding' | 'late' | 'abandoned'
  readonly count: number
}

/** How long a flow may be due before a worker should have taken it. */
const graceMs = 60_000

/** Counts unfinished flows. Late and abandoned ones also count in their state. */
export const flowCounts = async (
  db: Kysely<FlowTables>,
  names: readonly string[],
  now: number,
): Promise<readonly FlowCount[]> => {
  const overdue = instant(now - graceMs)
  const rows = await db
    .selectFrom('flows')
    .select(['name', 'state'])
    .select((eb) => [
      eb.fn.countAll<number | string>().as('count'),
      eb.fn
        .sum<number | string>(eb.case().when('deadline_at', '<', overdue).then(1).else(0).end())
        .as('late'),
      eb.fn
        .sum<number | string>(
          eb
            .case()
            .when(
              eb.and([
                eb('wake_at', '<', overdue),
                eb.or([eb('lease_expires_at', 'is', null), eb('lease_expires_at', '<', overdue)]),
              ]),
            )
            .then(1)
            .else(0)
            .end(),
        )
        .as('abandoned'),
    ])
    .where(unfinished)
    .where('name', 'in', names)
    .groupBy(['name', 'state'])
    .execute()
  return names.flatMap((flow) => {
    const own = rows.filter(({ name }) => name === flow)
    const inState = (state: string) => own.filter((row) => row.state === state)
    const sum = (values: readonly (number | string)[]) =>
      values.reduce<number>((all, one) => all + Number(one), 0)
    return [
      ...(['running', 'parked', 'unwinding'] as const).map((state) => ({
        ...{ flow, state },
        count: sum(inState(state).map(({ count }) => count)),
      })),
      { flow, state: 'late' as const, count: sum(own.map(({ late }) => late)) },
      { flow, state: 'abandoned' as const, count: sum(own.map(({ abandoned }) => abandoned)) },
    ]
  })
}
