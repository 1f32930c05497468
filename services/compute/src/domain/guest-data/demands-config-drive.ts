/** Whether an image's properties demand a config drive, whatever the request says. */
export const demandsConfigDrive = (properties: Readonly<Record<string, string>>): boolean =>
  properties.img_config_drive === 'mandatory'
