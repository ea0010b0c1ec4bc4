/** Programs whose reports and runs differ, by name, and why that is right. */
export const EXCEPTIONS: Readonly<Record<string, string>> = {};
