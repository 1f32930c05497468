/** The version of Swift whose API this is, as reported to clients. */
export const swiftVersion = '2.36.0'
