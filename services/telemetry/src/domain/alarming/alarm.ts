export const states = ['ok', 'alarm', 'insufficient data'] as const
export type State = (typeof states)[number]

export const severities = ['low', 'moderate', 'critical'] as const

/** When an alarm is evaluated: for `duration` seconds from each start, which is a cron expression. */
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

/** The action URLs for a state. */
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
