import type { Category, Operation, RowId } from '../taxonomy/index.js';

/** A profile of one JavaScript client. `rdkafka` is the callback API of node-rdkafka and of the Confluent and Platformatic packages. */
export type ClientId = 'kafkajs' | 'confluent' | 'rdkafka' | 'platformatic';

/**
 * What kind of thing a value of a client's API is.
 * `namespace` is a module or an object of exports, `codes` a table of error constants,
 * `error-class` a class of errors, `class` any other constructor.
 */
export type ApiKind =
  | 'namespace'
  | 'class'
  | 'error-class'
  | 'codes'
  | 'kafka'
  | 'producer'
  | 'transaction'
  | 'consumer'
  | 'context'
  | 'other';

/** How a call hands its outcome over. `either` returns a promise unless a callback is passed last. */
export type CallStyle = 'promise' | 'callback' | 'either' | 'sync';

/** A name of a type in the same profile file (a key of {@link ClientApi.types}), or one of another profile as `client:type`. */
export type TypeName = string;

/**
 * What a method wants as an argument, as far as a call's text can show that it is given something else. `any` is anything
 * that is there.
 */
export type ArgumentShape =
  | { readonly is: 'any' }
  | { readonly is: 'consumer' }
  /** An object that may be left out: a callback comes after it. */
  | { readonly is: 'options' }
  | { readonly is: 'list'; readonly item?: ArgumentShape }
  | {
      readonly is: 'object';
      readonly fields: Readonly<Record<string, ArgumentShape>>;
      /** Fields with which the client refuses the call. */
      readonly refused?: readonly string[];
    };

export interface MethodMember {
  readonly is: 'method';
  /** What the call does in the design's words; absent for calls without a part in transactions. */
  readonly operation?: Operation;
  /**
   * `join`: sends a record through the transaction; `outside`: a producer-level send that the client leaves out of an open
   * transaction; `rejects`: a producer-level send that the client refuses while a transaction is open.
   */
  readonly membership?: 'join' | 'outside' | 'rejects';
  readonly style: CallStyle;
  /** What it wants as its first arguments. */
  readonly takes?: readonly ArgumentShape[];
  /** Functions in the object that it gets first, by their names: the type of what each gets first. */
  readonly handlers?: Readonly<Record<string, TypeName>>;
  /** It gives a consumed record, or takes one and adds one to its offset itself. */
  readonly record?: 'given' | 'taken';
  /** The type of the value that the call gives (for promises: that they resolve to). `this` is the receiver itself. */
  readonly returns?: TypeName;
  /**
   * Further roles: a consumer's own offset commit, a question for the transaction's state, an end that only the client notices, a
   * wrapper's function that may give another thing at each call.
   */
  readonly role?:
    | 'outside-send'
    | 'consumer-commit'
    | 'is-active'
    | 'local-end'
    | 'flush'
    | 'delivery-callback'
    | 'factory';
}

export interface ValueMember {
  readonly is: 'value';
  readonly type: TypeName;
  /** Whether the value may be undefined or null at times (a getter of a running transaction). */
  readonly optional?: boolean;
  /** The value is a promise of the type. */
  readonly promised?: boolean;
  /** A getter that tells whether the transaction runs, or whether an end of it has succeeded (Platformatic's `completed`). */
  readonly role?: 'is-active' | 'is-ended';
}

export interface ClassMember {
  readonly is: 'class';
  /** The type that `new` gives. */
  readonly constructs: TypeName;
  readonly operation?: 'create';
  /** Where in the first argument the settings of the producer stand that comes with it. */
  readonly producerSettings?: readonly string[];
}

/** A class of errors; `name` is its key in {@link ClientProfile.errorClasses}. */
export interface ErrorClassMember {
  readonly is: 'error-class';
  readonly name: string;
  /** What stands on the class itself: `GenericError.isGenericError`. A name that is not a key is not known here. */
  readonly statics?: Readonly<Record<string, ErrorPredicateMember>>;
  /** Constants on the class itself: `NetworkError.code`. */
  readonly constants?: Readonly<Record<string, string | number>>;
}

/** A table of error constants, such as `CODES.ERRORS` or `ErrorCodes`. A name that is not a key reads as undefined. */
export interface CodesMember {
  readonly is: 'codes';
  readonly values: Readonly<Record<string, number | string>>;
}

/** A function of the client that tests an error, e.g. `GenericError.isGenericError(err)`: true for these classes. */
export interface ErrorPredicateMember {
  readonly is: 'error-predicate';
  readonly classes: readonly string[];
}

export type Member =
  MethodMember | ValueMember | ClassMember | ErrorClassMember | CodesMember | ErrorPredicateMember;

export interface ApiType {
  readonly kind: ApiKind;
  /** What going through it gives. */
  readonly items?: TypeName;
  readonly members: Readonly<Record<string, Member>>;
  /** Names that programs and documents use but that the package does not have here: each reads as undefined. */
  readonly absent?: readonly string[];
}

/** One object of an error's `.cause` chain, as a program reads it. */
export interface ErrorLayer {
  /** Its classes, nearest first, up to and including `Error` (`['KafkaJSProtocolError', 'KafkaJSError', 'Error']`). */
  readonly classes: readonly string[];
  /** Own and inherited properties with the values a program reads, `name` included. A property that is absent reads as undefined. */
  readonly fields: Readonly<Record<string, string | number | boolean>>;
}

/** One way in which a row reaches a program as an exception. */
export interface ErrorVariant {
  /** The row; `unknown` for an error that no row names; `local` for a client's own state error, which has no row. */
  readonly row: RowId | 'unknown' | 'local';
  /** The error and what its `.cause` chain holds. */
  readonly layers: readonly [ErrorLayer, ...ErrorLayer[]];
  /** Errors inside (`.errors` of Platformatic's MultipleErrors), which `findBy` searches. */
  readonly inner?: readonly ErrorLayer[];
  /**
   * Fields whose value is not fixed for this variant: a test of one is undecided. `*` means every field and class
   * (an error of any shape, such as the unknown one's).
   */
  readonly open?: readonly string[];
  /** Error classes and codes of the settings that stand for it. */
  readonly declared?: readonly string[];
  /** The client raised it before anything was sent (back-pressure): no transaction error. */
  readonly beforeSend?: true;
}

/** How a client behaves where clients differ. Each fact's source stands in the profile beside it. */
export interface Behaviour {
  /** Where the operations of a transaction sit: on a handle of its own, or on the producer. */
  readonly operationsOn: 'handle' | 'producer';
  /** May a commit (an abort) that timed out be called again to learn its outcome? */
  readonly resumesCommit: boolean;
  readonly resumesAbort: boolean;
  /** May a transaction whose commit failed with an abortable error still be aborted? */
  readonly abortsAfterFailedCommit: boolean;
  /** Is a producer whose commit or abort failed unusable from then on, whatever the error? */
  readonly stuckAfterFailedEnd: boolean;
  /** Which call initialises the transactional producer. */
  readonly initialisedBy: 'init' | 'connect' | 'begin';
  /** Does commit wait for sends that nobody awaited? */
  readonly commitFlushes: boolean;
  /** The type of the offset of a consumed record. */
  readonly offsets: 'string' | 'number' | 'bigint';
  /** The field by which an error says that the call that failed may be made again. */
  readonly retriableFlag: string | undefined;
  /** Fields of an error that this client defines but that are always false. */
  readonly alwaysFalse: readonly string[];
}

/** The name of a TypeScript type exported by a module, and the type it stands for. */
export type TypeExports = Readonly<Record<string, TypeName>>;

export interface ModuleShape {
  /** The name of the `namespace` type that `require(module)` and `import * as` give. */
  readonly namespace: TypeName;
  /** What `import x from` gives, when it is not the namespace. */
  readonly defaultExport?: TypeName;
  /** Types by exported name, dotted for nested namespaces (`KafkaJS.Producer`). Classes are in the namespace, too, and must be here as instance types. */
  readonly types: TypeExports;
  /** The exported types of a record that a consumer gives. */
  readonly records?: readonly string[];
}

export interface TransactionalConfig {
  /** Paths of the key that makes a producer transactional, dots between the parts of nested objects; a key with a dot in it is one part in the array. */
  readonly idKeys: readonly (readonly string[])[];
  /** Keys of an id with which the client refuses to make a producer, whatever else it is given. */
  readonly refusedIdKeys?: readonly (readonly string[])[];
  /** Settings that the client documents as required for transactions, and the value each must have when it is given or left out. */
  readonly required: readonly {
    readonly path: readonly string[];
    readonly value: string | number | boolean;
    readonly whenAbsent: 'fault' | 'fine';
  }[];
  /** Does the client make up a random id when none is given? */
  readonly randomByDefault: boolean;
  /** Do settings given to the object that makes producers (`new Kafka(...)`) count for its producers, too? */
  readonly inheritsFromKafka: boolean;
}

export interface ClientProfile {
  readonly id: ClientId;
  /** The name a message uses. */
  readonly label: string;
  /** The client versions that the tables were compared with. */
  readonly versions: readonly string[];
  /** Module specifiers and what they export. */
  readonly modules: Readonly<Record<string, ModuleShape>>;
  readonly types: Readonly<Record<TypeName, ApiType>>;
  /** The classes of errors by name, each with its chain (nearest first, ending in 'Error'). */
  readonly errorClasses: Readonly<Record<string, readonly string[]>>;
  readonly behaviour: Behaviour;
  readonly transactional: TransactionalConfig;
  /** How each row that the operation can raise shows up. Includes the unknown error's and the local ones'. */
  variantsOf(operation: Operation, style: CallStyle): readonly ErrorVariant[];
  /**
   * The category that the client itself gives a variant, where it says so on the error (flags, the class of spent retries);
   * elsewhere the row's category holds.
   */
  flagged?(variant: ErrorVariant): Category | undefined;
}
