/** What is wrong with how a command was called, or with a file that it was given. The message says all that a user needs. */
export class UsageError extends Error {}
