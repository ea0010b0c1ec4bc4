import { createServer, type AddressInfo, type Socket } from 'node:net';
import { Writer } from '@platformatic/kafka';
import { API_KEYS, CONNECTION_LOST, type RequestName } from './mock-cluster.js';

/**
 * The versions that @platformatic/kafka 1.35.0 speaks and that are answered here; librdkafka's mock cluster speaks older ones. One
 * version each, so that the client has no choice.
 */
const VERSIONS: Readonly<Record<RequestName, number>> = {
  Produce: 9,
  Metadata: 12,
  FindCoordinator: 4,
  InitProducerId: 4,
  AddPartitionsToTxn: 3,
  AddOffsetsToTxn: 3,
  EndTxn: 3,
  TxnOffsetCommit: 3,
};

const API_VERSIONS = { key: 18, version: 3 };

const NAMES: ReadonlyMap<number, RequestName> = new Map(
  (Object.keys(VERSIONS) as RequestName[]).map((name) => [API_KEYS[name], name]),
);

/** What the broker's answers are about. */
export interface Subject {
  readonly topic: string;
  readonly transactionalId: string;
}

/** A broker of one topic with one partition that keeps nothing: it answers each request as it is told. */
export interface AnsweringBroker {
  readonly address: string;
  /** Answers every request of that name with the code, until it is told to answer as usual. */
  answerAlways(request: RequestName, code: number): void;
  answerAsUsual(request: RequestName): void;
  /** Answers the next requests of that name with these codes, one each. */
  answer(request: RequestName, codes: readonly number[]): void;
  /** The requests that have come, in their order. */
  readonly requests: readonly RequestName[];
  stop(): Promise<void>;
}

const NODE = 1;

/** The answer to a request in the version above. Source: Kafka's protocol guide. */
function bodyOf(name: RequestName, code: number, { topic, transactionalId }: Subject, port: number): Writer {
  const body = Writer.create();
  const perPartition = () =>
    body.appendInt32(0).appendArray([topic], (w, one) => {
      w.appendString(one).appendArray([0], (part, index) => part.appendInt32(index).appendInt16(code));
    });
  switch (name) {
    case 'Metadata':
      return body
        .appendInt32(0)
        .appendArray([NODE], (w, node) =>
          w.appendInt32(node).appendString('127.0.0.1').appendInt32(port).appendString(null),
        )
        .appendString('cluster')
        .appendInt32(NODE)
        .appendArray([topic], (w, one) => {
          w.appendInt16(0)
            .appendString(one)
            .appendUUID(null)
            .appendBoolean(false)
            .appendArray([0], (part, index) => {
              part.appendInt16(0).appendInt32(index).appendInt32(NODE).appendInt32(0);
              for (const nodes of [[NODE], [NODE], []])
                part.appendArray(nodes, (list, node) => list.appendInt32(node), true, false);
            })
            .appendInt32(0);
        });
    case 'FindCoordinator':
      return body.appendInt32(0).appendArray([transactionalId], (w, key) => {
        w.appendString(key)
          .appendInt32(NODE)
          .appendString('127.0.0.1')
          .appendInt32(port)
          .appendInt16(code)
          .appendString(null);
      });
    case 'InitProducerId':
      return body.appendInt32(0).appendInt16(code).appendInt64(1000n).appendInt16(0);
    case 'AddPartitionsToTxn':
    case 'TxnOffsetCommit':
      return perPartition();
    case 'AddOffsetsToTxn':
    case 'EndTxn':
      return body.appendInt32(0).appendInt16(code);
    case 'Produce':
      return body
        .appendArray([topic], (w, one) => {
          w.appendString(one).appendArray([0], (part, index) => {
            part
              .appendInt32(index)
              .appendInt16(code)
              .appendInt64(0n)
              .appendInt64(-1n)
              .appendInt64(0n)
              .appendArray([], () => undefined)
              .appendString(null);
          });
        })
        .appendInt32(0);
  }
}

function apiVersions(): Writer {
  const announced = [...NAMES].map(([key, name]) => ({ key, version: VERSIONS[name] }));
  return Writer.create()
    .appendInt16(0)
    .appendArray([...announced, API_VERSIONS], (w, { key, version }) =>
      w.appendInt16(key).appendInt16(version).appendInt16(version),
    )
    .appendInt32(0);
}

/** Starts a broker on a loopback port. */
export async function startAnsweringBroker(subject: Subject): Promise<AnsweringBroker> {
  const codes = new Map<RequestName, number>();
  const next = new Map<RequestName, number[]>();
  const requests: RequestName[] = [];
  const sockets = new Set<Socket>();

  function answer(socket: Socket, frame: Buffer): void {
    const key = frame.readInt16BE(0);
    const correlation = frame.readInt32BE(4);
    const name = NAMES.get(key);
    const header = Writer.create().appendInt32(correlation);
    // An answer about versions has the old header, so that every client can read it.
    if (name !== undefined) header.appendTaggedFields();
    const code = name === undefined ? 0 : (next.get(name)?.shift() ?? codes.get(name) ?? 0);
    if (name !== undefined) requests.push(name);
    if (code === CONNECTION_LOST) {
      socket.destroy();
      return;
    }
    const body =
      name === undefined
        ? apiVersions()
        : bodyOf(name, code, subject, (server.address() as AddressInfo).port);
    const text = Buffer.concat([header.buffer, body.appendTaggedFields().buffer]);
    const size = Buffer.alloc(4);
    size.writeInt32BE(text.length);
    socket.write(Buffer.concat([size, text]));
  }

  const server = createServer((socket) => {
    sockets.add(socket);
    let pending = Buffer.alloc(0);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    socket.on('data', (chunk: Buffer) => {
      pending = Buffer.concat([pending, chunk]);
      while (pending.length >= 4 && pending.length >= 4 + pending.readInt32BE(0)) {
        const end = 4 + pending.readInt32BE(0);
        answer(socket, pending.subarray(4, end));
        pending = pending.subarray(end);
      }
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    answerAlways: (request, code) => codes.set(request, code),
    answerAsUsual: (request) => codes.delete(request),
    answer: (request, list) => next.set(request, [...list]),
    stop: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => {
          resolve();
        });
      }),
  };
}
