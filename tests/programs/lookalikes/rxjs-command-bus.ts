import { EMPTY, Subject, catchError, concatMap, from, retry, tap } from 'rxjs';

interface Command {
  topic: string;
  messages: string[];
}

class CommandBus {
  private readonly commands = new Subject<Command>();

  constructor(private readonly transport: { transaction(): Promise<Session> }) {
    this.commands
      .pipe(
        concatMap((command) =>
          from(this.run(command)).pipe(
            retry(3),
            catchError((error) => {
              console.error('command lost', error);
              return EMPTY;
            }),
          ),
        ),
      )
      .subscribe();
  }

  send(command: Command): void {
    this.commands.next(command);
  }

  private async run(command: Command): Promise<void> {
    const session = await this.transport.transaction();
    from(session.send(command)).pipe(retry(), tap(() => session.commit())).subscribe();
  }
}

interface Session {
  send(command: Command): Promise<void>;
  commit(): Promise<void>;
  abort(): Promise<void>;
}

export { CommandBus, type Command, type Session };
