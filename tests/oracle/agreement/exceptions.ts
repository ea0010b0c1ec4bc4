/** Programs whose reports and runs differ, by name, and why that is right. */
export const EXCEPTIONS: Readonly<Record<string, string>> = {
  'tests/programs/correct/gift-cards-transaction-nestjs.service.ts':
    "It takes what `unwrap()` of NestJS's client gives for a list. In NestJS 12 it is kafkajs itself, so that nothing of it runs.",
};
