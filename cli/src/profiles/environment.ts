/** The variables of the process, as main.ts has read them. */
export type Environment = Readonly<Record<string, string | undefined>>
