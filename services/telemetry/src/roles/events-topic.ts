/** The topic on which notification agents send events to the alarm listener. */
export const eventsTopic = 'alarm.all'
