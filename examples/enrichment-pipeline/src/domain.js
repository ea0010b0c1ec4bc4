/**
 * What the pipeline works on, and what it needs from the outside; Kafka plays no part here.
 *
 * @typedef {object} Log
 * @property {(message: string, detail?: unknown) => void} info
 * @property {(message: string, detail?: unknown) => void} warn
 * @property {(message: string, detail?: unknown) => void} error
 */

/**
 * Adds to a click what is known of its visitor.
 *
 * @callback Enrich
 * @param {Buffer} click
 * @returns {Promise<Buffer>}
 */

export {};
