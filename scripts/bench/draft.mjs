import { randomFrom } from '../random.mjs';

/**
 * What a business is about: its thing, several of them, what is done with it, and its numbers and words.
 *
 * @typedef {{ one: string, many: string, verb: string, done: string, number: string, word: string, place: string }} Domain
 */

/** @type {(row: string) => Domain} */
const domain = (row) => {
  const [one = '', many = '', verb = '', done = '', number = '', word = '', place = ''] = row.split(' ');
  return { one, many, verb, done, number, word, place };
};

const DOMAINS = /** @type {[Domain, ...Domain[]]} */ (
  [
    'order orders place placed total currency warehouse',
    'payment payments capture captured amount method account',
    'shipment shipments dispatch dispatched weight carrier depot',
    'booking bookings confirm confirmed nights guest hotel',
    'invoice invoices issue issued net recipient company',
    'claim claims settle settled damage policy office',
    'reading readings record recorded kilowatts meter grid',
    'ticket tickets reserve reserved price seat theatre',
    'refund refunds grant granted cents reason shop',
    'lesson lessons schedule scheduled minutes teacher school',
    'delivery deliveries route routed distance driver hub',
    'trade trades match matched quantity symbol market',
    'vote votes count counted ballots candidate district',
    'parcel parcels scan scanned grams label station',
    'donation donations receive received sum donor charity',
    'prescription prescriptions fill filled doses drug pharmacy',
    'fare fares charge charged zones rider line',
    'harvest harvests weigh weighed kilograms crop field',
    'sample samples analyse analysed volume tube laboratory',
    'subscription subscriptions renew renewed months plan region',
    'repair repairs assign assigned hours mechanic garage',
    'auction auctions close closed bid bidder house',
    'flight flights board boarded passengers gate airport',
    'loan loans approve approved principal borrower branch',
    'recipe recipes publish published portions cook kitchen',
    'rental rentals extend extended days tenant building',
    'reward rewards redeem redeemed points member program',
    'alarm alarms raise raised level sensor plant',
    'transfer transfers book booked value sender ledger',
    'visit visits register registered duration patient clinic',
  ].map(domain)
);

const COMPANIES = /** @type {const} */ ([
  'acme',
  'borealis',
  'cobalt',
  'delta',
  'elm',
  'fjord',
  'garnet',
  'harbor',
  'indigo',
  'juniper',
  'kestrel',
  'lumen',
  'meridian',
  'northwind',
  'opal',
  'pinewood',
]);

/** @param {string} word */
const capital = (word) => word.charAt(0).toUpperCase() + word.slice(1);

/**
 * A file that is being written: in which language, about what, in which words.
 *
 * @typedef {object} Draft
 * @property {ReturnType<typeof randomFrom>} random
 * @property {boolean} ts Is it TypeScript?
 * @property {boolean} cjs Does it require what it uses?
 * @property {(annotation: string) => string} t A type annotation where there are types.
 * @property {(names: string, from: string) => string} use The line that imports names of a module.
 * @property {string} exported What stands before a declaration that others use.
 * @property {string} error The name of errors in its handlers.
 * @property {string} company
 * @property {Domain} domain
 * @property {string} One The domain's thing as a type.
 */

/**
 * @param {number} seed
 * @returns {Draft}
 */
export function draftOf(seed) {
  const random = randomFrom(seed);
  random.next();
  const ts = random.next() < 0.6;
  const cjs = !ts && random.next() < 0.5;
  const about = random.pick(DOMAINS);
  return {
    random,
    ts,
    cjs,
    t: (annotation) => (ts ? annotation : ''),
    use: (names, from) =>
      cjs
        ? `const ${names.replace('* as ', '')} = require('${from}');\n`
        : `import ${names} from '${from}';\n`,
    exported: cjs ? '' : 'export ',
    error: random.pick(['error', 'err', 'e', 'cause', 'failure']),
    company: random.pick(COMPANIES),
    domain: about,
    One: capital(about.one),
  };
}
