/** Where agents tell events for alarms. */
export const eventsTopic = 'alarm.all'
