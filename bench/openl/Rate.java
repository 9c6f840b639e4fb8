import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.SimpleDateFormat;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import org.openl.rules.calc.SpreadsheetResult;
import org.openl.rules.runtime.RulesEngineFactory;

/**
 * Rates the risks of a file by OpenL's rules, one after the other. Commands on standard input: "check" prints a premium
 * for each risk; "premium 1000" and "worksheet 1000" rate for so many milliseconds and print the ratings a second of CPU
 * time of all threads of the process.
 */
public class Rate {
  public interface Rules {
    Double premium(Auto auto, Date effectiveDate);

    SpreadsheetResult worksheet(Auto auto, Date effectiveDate);
  }

  interface Rating {
    Object of(Auto auto);
  }

  private static final com.sun.management.OperatingSystemMXBean system =
      (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
  private static int rated = 0;
  private static Object last;

  public static void main(String[] files) throws Exception {
    SimpleDateFormat days = new SimpleDateFormat("yyyy-MM-dd");
    Rules rules = new RulesEngineFactory<>(Path.of(files[0]).toUri().toURL(), Rules.class).newEngineInstance();
    List<Auto> risks = new ArrayList<>();
    for (String line : Files.readAllLines(Path.of(files[1]))) risks.add(Auto.of(line.split("\t", -1), days));
    Date effectiveDate = days.parse(files[2]);
    System.out.println("ready");
    BufferedReader commands = new BufferedReader(new InputStreamReader(System.in));
    for (String command; (command = commands.readLine()) != null; ) {
      String[] words = command.split(" ");
      Rating rating =
          words[0].equals("worksheet")
              ? auto -> rules.worksheet(auto, effectiveDate)
              : auto -> rules.premium(auto, effectiveDate);
      if (words[0].equals("check")) {
        StringBuilder premiums = new StringBuilder();
        for (Auto risk : risks) {
          Object step = rules.worksheet(risk, effectiveDate).getFieldValue("$Premium");
          if (!rating.of(risk).equals(step)) throw new IllegalStateException("the two forms differ");
          premiums.append(premiums.length() == 0 ? "" : " ").append(step);
        }
        System.out.println(premiums);
      } else System.out.println(perSecond(rating, risks, Long.parseLong(words[1])));
    }
  }

  private static double perSecond(Rating rating, List<Auto> risks, long milliseconds) {
    long begin = System.nanoTime();
    long used = system.getProcessCpuTime();
    int count = 0;
    for (; System.nanoTime() - begin < milliseconds * 1_000_000; count++) {
      last = rating.of(risks.get(rated++ % risks.size()));
    }
    return count * 1e9 / (system.getProcessCpuTime() - used);
  }
}
