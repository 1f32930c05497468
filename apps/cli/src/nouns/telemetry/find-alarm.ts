import { queryAlarms, showAlarm } from '@nimbo/contracts/telemetry/alarming/alarms'
import { CliError, HttpError } from '../../cloud/cli-error.ts'
import { isRow } from '../../cloud/json-values.ts'
import { inAlarming, perform } from '../../cloud/perform.ts'
import type { Session } from '../../cloud/session.ts'
import { optional } from '../../grammar/command.ts'
import { text } from '../../grammar/option.ts'
import type { Row } from '../../output/result.ts'

export const alarmId = optional('<ALARM ID or NAME>', 'ID or name of an alarm')
export const alarmName = text('<NAME>', 'Name of the alarm')

/** The id or name of an alarm: the positional argument, or that of `--name`. */
export const namedAlarm = (id: string | undefined, name: string | undefined, verb: string): string => {
  if (id !== undefined && name !== undefined)
    throw new CliError(`You should provide only one of alarm ID and alarm name(--name) to ${verb} an alarm.`)
  const called = id ?? name
  if (called === undefined)
    throw new CliError(`You need to specify one of alarm ID and alarm name(--name) to ${verb} an alarm.`)
  return called
}

const byName = async (session: Session, name: string): Promise<Row> => {
  const body = { filter: JSON.stringify({ '=': { name } }) }
  const { body: reply } = await session.api.alarming.perform(queryAlarms, { body })
  const [alarm, ...others] = Array.isArray(reply) ? reply.filter(isRow) : []
  if (others.length > 0)
    throw new CliError(`Multiple alarms matches found for '${name}', use an ID to be more specific.`)
  if (alarm === undefined) throw new CliError(`Alarm ${name} not found`)
  return alarm
}

const isId = (word: string): boolean => /^[0-9a-f]{8}(-?[0-9a-f]{4}){3}-?[0-9a-f]{12}$/i.test(word)

/** Finds an alarm by id, or else by name. */
export const findAlarm = async (session: Session, called: string): Promise<Row> => {
  if (!isId(called)) return byName(session, called)
  try {
    return await perform(session, inAlarming(showAlarm), { path: { alarm_id: called } })
  } catch (error) {
    if (error instanceof HttpError && error.status === 404) return byName(session, called)
    throw error
  }
}
