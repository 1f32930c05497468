export const states = ['ok', 'alarm', 'insufficient data'] as const
export type State = (typeof states)[number]

export const severities = ['low', 'moderate', 'critical'] as const

/** When an alarm is evaluated: from each start, which a cron expression says, for so many seconds. */
export interface TimeConstraint {
  readonly name: string
  readonly description?: string
  readonly start: string
  readonly duration: number
  readonly timezone?: string
}

export interface Actions {
  readonly ok_actions: readonly string[]
  readonly alarm_actions: readonly string[]
  readonly insufficient_data_actions: readonly string[]
}

/** What is told of an alarm by its actions for a state. */
export const actionsFor = (actions: Actions, state: State): readonly string[] => {
  switch (state) {
    case 'ok':
      return actions.ok_actions
    case 'alarm':
      return actions.alarm_actions
    case 'insufficient data':
      return actions.insufficient_data_actions
  }
}
