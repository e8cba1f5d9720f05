import com.amazonaws.services.dynamodbv2.local.server.LocalDynamoDBRequestHandler;
import com.amazonaws.services.dynamodbv2.local.server.LocalDynamoDBServerHandler;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.slf4j.LoggerFactory;

import java.io.OutputStream;
import java.io.PrintStream;

/**
 * DynamoDB Local on loopback: its own main class listens on every interface and has no option against it.
 * Prints its port, ends when standard input closes. In memory; telemetry is never configured.
 */
public class LoopbackServer {
    private static final int PRIMARY_PORT = 0;
    private static final boolean IN_MEMORY = true;
    private static final boolean SHARED_DB = false;
    private static final boolean DELAY_TRANSIENT_STATUSES = false;
    private static final String NO_CORS = null;

    public static void main(String[] arguments) throws Exception {
        initializeLoggingSilently();
        Server server = new Server();
        ServerConnector loopback = new ServerConnector(server);
        loopback.setHost("127.0.0.1");
        loopback.setPort(0);
        server.addConnector(loopback);
        var engine = new LocalDynamoDBRequestHandler(PRIMARY_PORT, IN_MEMORY, null, SHARED_DB, DELAY_TRANSIENT_STATUSES);
        server.setHandler(new ContextHandler(new LocalDynamoDBServerHandler(engine, NO_CORS)));
        server.start();
        System.out.println(loopback.getLocalPort());
        while (System.in.read() >= 0) {
            // nothing is sent: the end of the input is the end of the server
        }
        Runtime.getRuntime().halt(0);
    }

    /** SLF4J prints three lines where there is nothing to log to. */
    private static void initializeLoggingSilently() {
        PrintStream errors = System.err;
        System.setErr(new PrintStream(OutputStream.nullOutputStream()));
        LoggerFactory.getILoggerFactory();
        System.setErr(errors);
    }
}
